// A new club begins with the time zone of its founder, where the list has it.
"use strict";
{
  const zones = document.querySelector("select[name=time_zone]");
  const own = [...zones.options].find((option) => option.value === Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (own) own.selected = true;
}
