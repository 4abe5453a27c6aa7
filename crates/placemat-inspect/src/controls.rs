//! The control codes, which have no names in Unicode: the names of the control
//! functions and their abbreviations (NameAliases.txt; ISO/IEC 6429).

/// The abbreviation: `ESC`.
pub(crate) fn abbreviation(c: char) -> Option<&'static str> {
    if c == ' ' {
        return Some("SP");
    }
    Some(control(c)?.0)
}

/// The name of the control function: `ESCAPE`.
pub(crate) fn name(c: char) -> Option<&'static str> {
    Some(control(c)?.1)
}

fn control(c: char) -> Option<(&'static str, &'static str)> {
    match c {
        '\0'..='\x1F' => Some(CONTROLS[c as usize]),
        '\x7F'..='\u{9F}' => Some(CONTROLS[c as usize - 0x7F + 0x20]),
        _ => None,
    }
}

/// 00 to 1F, then 7F to 9F.
const CONTROLS: [(&str, &str); 65] = [
    ("NUL", "NULL"),
    ("SOH", "START OF HEADING"),
    ("STX", "START OF TEXT"),
    ("ETX", "END OF TEXT"),
    ("EOT", "END OF TRANSMISSION"),
    ("ENQ", "ENQUIRY"),
    ("ACK", "ACKNOWLEDGE"),
    ("BEL", "ALERT"),
    ("BS", "BACKSPACE"),
    ("HT", "CHARACTER TABULATION"),
    ("LF", "LINE FEED"),
    ("VT", "LINE TABULATION"),
    ("FF", "FORM FEED"),
    ("CR", "CARRIAGE RETURN"),
    ("SO", "SHIFT OUT"),
    ("SI", "SHIFT IN"),
    ("DLE", "DATA LINK ESCAPE"),
    ("DC1", "DEVICE CONTROL ONE"),
    ("DC2", "DEVICE CONTROL TWO"),
    ("DC3", "DEVICE CONTROL THREE"),
    ("DC4", "DEVICE CONTROL FOUR"),
    ("NAK", "NEGATIVE ACKNOWLEDGE"),
    ("SYN", "SYNCHRONOUS IDLE"),
    ("ETB", "END OF TRANSMISSION BLOCK"),
    ("CAN", "CANCEL"),
    ("EM", "END OF MEDIUM"),
    ("SUB", "SUBSTITUTE"),
    ("ESC", "ESCAPE"),
    ("FS", "INFORMATION SEPARATOR FOUR"),
    ("GS", "INFORMATION SEPARATOR THREE"),
    ("RS", "INFORMATION SEPARATOR TWO"),
    ("US", "INFORMATION SEPARATOR ONE"),
    ("DEL", "DELETE"),
    ("PAD", "PADDING CHARACTER"),
    ("HOP", "HIGH OCTET PRESET"),
    ("BPH", "BREAK PERMITTED HERE"),
    ("NBH", "NO BREAK HERE"),
    ("IND", "INDEX"),
    ("NEL", "NEXT LINE"),
    ("SSA", "START OF SELECTED AREA"),
    ("ESA", "END OF SELECTED AREA"),
    ("HTS", "CHARACTER TABULATION SET"),
    ("HTJ", "CHARACTER TABULATION WITH JUSTIFICATION"),
    ("VTS", "LINE TABULATION SET"),
    ("PLD", "PARTIAL LINE FORWARD"),
    ("PLU", "PARTIAL LINE BACKWARD"),
    ("RI", "REVERSE LINE FEED"),
    ("SS2", "SINGLE SHIFT TWO"),
    ("SS3", "SINGLE SHIFT THREE"),
    ("DCS", "DEVICE CONTROL STRING"),
    ("PU1", "PRIVATE USE ONE"),
    ("PU2", "PRIVATE USE TWO"),
    ("STS", "SET TRANSMIT STATE"),
    ("CCH", "CANCEL CHARACTER"),
    ("MW", "MESSAGE WAITING"),
    ("SPA", "START OF GUARDED AREA"),
    ("EPA", "END OF GUARDED AREA"),
    ("SOS", "START OF STRING"),
    ("SGC", "SINGLE GRAPHIC CHARACTER INTRODUCER"),
    ("SCI", "SINGLE CHARACTER INTRODUCER"),
    ("CSI", "CONTROL SEQUENCE INTRODUCER"),
    ("ST", "STRING TERMINATOR"),
    ("OSC", "OPERATING SYSTEM COMMAND"),
    ("PM", "PRIVACY MESSAGE"),
    ("APC", "APPLICATION PROGRAM COMMAND"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_step() {
        assert_eq!(
            ['\0', '\n', '\x1B', '\x7F'].map(name),
            ["NULL", "LINE FEED", "ESCAPE", "DELETE"].map(Some)
        );
        assert_eq!(
            ['\u{80}', '\u{85}', '\u{9F}', ' '].map(abbreviation),
            ["PAD", "NEL", "APC", "SP"].map(Some)
        );
        assert!(('\0'..='\u{FF}').all(|c| c.is_control() == name(c).is_some()));
        assert_eq!(abbreviation('a'), None);
    }
}
