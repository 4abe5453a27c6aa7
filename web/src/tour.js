// Ten examples, each with a story.

export const TOUR = [
  { name: "The euro sign", short: "€", text: "€",
    story: "Three bytes, one code point. The lead byte E2 begins with three ones, so the sequence has three bytes; the bits behind the prefixes, put together, are 20AC." },
  { name: "Overlong slash", short: "C0 AF", text: "2F 2E 2E C0 AF 65 74 63", as: "hex",
    story: "The slash in two bytes, where it has one. A filter that looks for \"../\" does not see it, and a careless decoder behind the filter does. UTF-8 has exactly one spelling for each code point." },
  { name: "Surrogates", short: "ED A0 80", text: "\\xED\\xA0\\x80",
    story: "Half of a UTF-16 pair, written as if it were a code point. Look at what the policies make of it: three U+FFFD, not one, because not even ED A0 begins anything." },
  { name: "CESU-8", short: "6 for 4", text: "ED A0 BD ED B9 88", as: "hex",
    story: "One emoji in six bytes: both halves of its UTF-16 pair were encoded by themselves. Databases wrote that for years under the name of UTF-8." },
  { name: "Six bytes", short: "FD BF …", text: "FD BF BF BF BF BF", as: "hex",
    story: "The largest value that UTF-8 could write until 2003, 7FFFFFFF. Today it ends at 10FFFF, and FD begins nothing." },
  { name: "Java's NUL", short: "C0 80", text: "4A 61 76 61 C0 80 21", as: "hex",
    story: "Java writes U+0000 like that where a zero byte would end a string of C. It is overlong, so no UTF-8; in Modified UTF-8 it is right." },
  { name: "Mojibake", short: "donâ€™t", text: "I donâ€™t think this cafÃ© is open",
    story: "Every byte of it is well-formed. UTF-8 was read in Windows-1252, and the result was encoded again." },
  { name: "Cut short", short: "\\xe2\\x80", text: "She said \\xe2\\x80",
    story: "A field of a fixed number of bytes ended here, within a quotation mark. What is left tells which 64 code points it can have been." },
  { name: "Trojan Source", short: "U+202E", text: "if (level != \"user\u202E \u2066// admins only\u2069 \u2066\") {",
    story: "Well-formed, and not what it seems to be: four code points turn the order of what an editor shows. Here nothing turns, and each is in sight." },
  { name: "Not UTF-8", short: "KOI8-R", text: "F0 D2 C9 D7 C5 D4 2C 20 CB C1 CB 20 C4 C5 CC C1 3F", as: "hex",
    story: "Nearly every byte breaks a rule, so it is something else. Which one, the letters tell: in KOI8-R they are Russian, in the other pages they are noise." },
];
