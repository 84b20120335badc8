import * as z from 'zod/mini'

/** As many as every file system takes for a name, with something to spare. */
const nameBytesMax = 200

/** Letters that turn the reading direction around make `gpj.exe` of `exe.jpg`. */
const misleading =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

/** In UTF-8, which file systems count in. */
const bytesIn = (text: string): number =>
  Array.from(text).reduce((bytes, letter) => bytes + bytesOf(letter.codePointAt(0) ?? 0), 0)

const bytesOf = (codePoint: number): number =>
  1 + [0x7f, 0x7ff, 0xffff].filter((largest) => codePoint > largest).length

/** One name, never a path. Kept in the composed form, so that one look is one name. */
export const fileName = z.string().check(
  z.trim(),
  z.overwrite((name) => name.normalize('NFC')),
  z.minLength(1, 'Must not be empty'),
  z.refine((name) => bytesIn(name) <= nameBytesMax, {
    error: `At most ${nameBytesMax} bytes`,
  }),
  z.refine((name) => !/[/\\]/.test(name), { error: 'Must be a name, without slashes' }),
  z.refine((name) => !/^\.+$/.test(name), { error: 'Must be a name, not only dots' }),
  z.refine((name) => !misleading.test(name), {
    error: 'Must be one line without invisible characters',
  }),
)
