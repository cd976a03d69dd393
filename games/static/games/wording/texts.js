// What scripts say, in English: as it is written. For every other language a catalog comes in the place of this file.
"use strict";
const gettext = (sentence) => sentence;
const pgettext = (_context, sentence) => sentence;
const ngettext = (one, many, number) => (number === 1 ? one : many);
const interpolate = (sentence, values) => sentence.replace(/%\((\w+)\)s/g, (_place, name) => String(values[name]));
