/** RFC 6266: saved under this name; who doesn't know the encoded form gets its plain letters. */
export function attachment(name: string): string {
  const bare = name.normalize('NFKD').replace(/\p{M}/gu, '')
  const plain = bare.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(name)}`
}

/** RFC 8187 allows fewer letters as they are than an address does. */
const percentEncoded = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
