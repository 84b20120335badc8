import fc from 'fast-check'

const pieces = ['/', '\\', '.', '..', '%2e', '%2F', '%5c', '@', ':', '?', '#', 'evil.example', 'a']
const blanks = ['\t', '\n', '\r', ' ', '\u0000', '\u00a0', '\uff0f', '\u3002']

/** Paths of which some lead to another site, as they are or once they are normalized. */
export const oddPaths = fc
  .array(fc.constantFrom(...pieces, ...blanks), { maxLength: 12 })
  .map((parts) => `/${parts.join('')}`)
