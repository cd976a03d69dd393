"""Who plays in the pictures: thirty-two people, one of them with a name that is too long for most columns."""

NAMES = (
    "Ana Ferreira", "Bo Lindqvist", "Chiara Ricci", "Dmitri Volkov", "Emeka Obi", "Freya Madsen",
    "Goran Babić", "Hana Suzuki", "Ines Duarte", "Jamal Haddad", "Kaja Nowak", "Liam Byrne",
    "Mei Chen", "Noor Rahman", "Oona Virtanen", "Pablo Ortega", "Quynh Tran", "Rosa Meyer",
    "Samir Aziz", "Thandi Mokoena", "Umberto Greco", "Vera Kos", "Wilhelmina van der Meer-Oosten", "Xu Li",
    "Yara Haddad", "Zofia Wrona", "Aino Laine", "Bruno Costa", "Cem Kaya", "Dilys Pugh",
    "Efua Mensah", "Fergus Boyd",
)  # fmt: skip
