const quotedLengthMax = 60

/**
 * Quotes input of others as one short line that can't end its quotes or reverse the text direction, with
 * zero-width breaks where a mail client would detect a link.
 */
export function quoted(words: string, lengthMax: number = quotedLengthMax): string {
  const line = words
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .replaceAll(/[\u201c-\u201f"]/gu, '’')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  const isLong = characters.length > lengthMax
  const short = isLong ? `${characters.slice(0, lengthMax).join('')}…` : line
  return `“${short.replaceAll(/([.:/@])(?=\S)/gu, '$1\u200B')}”`
}
