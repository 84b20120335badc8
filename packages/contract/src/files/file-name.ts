import * as z from 'zod/mini'

/** Below the limit of every common file system. */
const nameBytesMax = 200

/** Invisible and direction-changing characters, which can show `gpj.exe` as `exe.jpg`. */
const misleading =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

/** File systems count bytes in UTF-8. */
const bytesIn = (text: string): number =>
  Array.from(text).reduce((bytes, letter) => bytes + bytesOf(letter.codePointAt(0) ?? 0), 0)

const bytesOf = (codePoint: number): number =>
  1 + [0x7f, 0x7ff, 0xffff].filter((largest) => codePoint > largest).length

/** A name, never a path. Normalized, so that names that look alike are equal. */
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
