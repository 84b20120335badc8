const lengthMax = 40
const digitsMax = 4
const plain = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} &'\u2019+.,\u2013-]*$/u
// A dot between letters is a link in many mail clients.
const linkLike = /\.\p{L}|www/iu

/**
 * The name if a mail may say it outside quotes, such as in its subject; null for one that could pass
 * for a link, an address, a phone number or a sentence. People and organizations choose their names,
 * and anybody's address can be typed at a checkout.
 */
export function plainName(words: string): string | null {
  const name = words.normalize('NFC').replaceAll(/ +/g, ' ').trim()
  const digits = name.match(/\p{N}/gu)?.length ?? 0
  const isPlain = plain.test(name) && name.length <= lengthMax && digits <= digitsMax
  return isPlain && !linkLike.test(name) ? name : null
}
