// Writes modified_utf8.txt: strings, and what DataOutputStream.writeUTF makes of them.
//
//     java ModifiedUtf8Vectors.java > modified_utf8.txt

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

public class ModifiedUtf8Vectors {
    /** Units at the ends of every range that is written in its own way. */
    static final char[] EDGES = {
        0x0000, 0x0001, 0x0041, 0x007F, 0x0080, 0x00E9, 0x07FF, 0x0800, 0x20AC, 0xD7FF, 0xD800,
        0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF,
    };

    public static void main(String[] args) throws IOException {
        System.out.println("# Made by ModifiedUtf8Vectors.java.");
        System.out.println("# string UNITS LENGTH BYTES: writeUTF wrote LENGTH, in two bytes, and BYTES.");
        System.out.println("# repeat UNIT TIMES LENGTH: the same, but UNIT is there so many times.");
        for (String string : strings()) {
            byte[] all = written(string);
            System.out.printf("string %s %02X%02X %s%n", units(string), all[0], all[1], digits(all));
        }
        limit('A', 65535);
        limit('A', 65536);
        limit('\u0000', 32767);
        limit('\u0000', 32768);
        limit('\u20AC', 21845);
        limit('\u20AC', 21846);
        limit('\uD800', 21845);
    }

    static List<String> strings() {
        List<String> strings = new ArrayList<>();
        strings.add("");
        strings.add("Hello, world.");
        strings.add("caf\u00E9 \u20AC \uD83D\uDE00 \uD55C\uAD6D\uC5B4");
        for (char unit : EDGES) {
            strings.add(String.valueOf(unit));
        }
        // All pairs of what is, or looks like, half of a surrogate pair, and a letter.
        char[] halves = {'A', 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x0000};
        for (char first : halves) {
            for (char second : halves) {
                strings.add("" + first + second);
            }
        }
        Random random = new Random(20260117);
        while (strings.size() < 240) {
            StringBuilder string = new StringBuilder();
            int length = 1 + random.nextInt(24);
            while (string.length() < length) {
                switch (random.nextInt(6)) {
                    case 0 -> string.append((char) random.nextInt(0x80));
                    case 1 -> string.append((char) random.nextInt(0x800));
                    case 2 -> string.append((char) random.nextInt(0x10000));
                    case 3 -> string.append((char) (0xD800 + random.nextInt(0x800)));
                    case 4 -> string.appendCodePoint(0x10000 + random.nextInt(0x100000));
                    default -> string.append(EDGES[random.nextInt(EDGES.length)]);
                }
            }
            strings.add(string.toString());
        }
        return strings;
    }

    static byte[] written(String string) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new DataOutputStream(bytes).writeUTF(string);
        return bytes.toByteArray();
    }

    static void limit(char unit, int times) throws IOException {
        String length = "too-long";
        try {
            byte[] all = written(String.valueOf(unit).repeat(times));
            length = String.format("%02X%02X", all[0], all[1]);
        } catch (UTFDataFormatException tooLong) {
            // Said in the line.
        }
        System.out.printf("repeat %04X %d %s%n", (int) unit, times, length);
    }

    static String units(String string) {
        StringBuilder digits = new StringBuilder();
        for (char unit : string.toCharArray()) {
            digits.append(String.format("%04X", (int) unit));
        }
        return digits.isEmpty() ? "-" : digits.toString();
    }

    /** The bytes behind the length. */
    static String digits(byte[] all) {
        StringBuilder digits = new StringBuilder();
        for (int at = 2; at < all.length; at++) {
            digits.append(String.format("%02X", all[at]));
        }
        return digits.isEmpty() ? "-" : digits.toString();
    }
}
