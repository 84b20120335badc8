/** An upload in parts, as an S3 keeps it until it's complete. */
export interface StoredUpload {
  readonly id: string
  readonly key: string
  readonly begun: Date
  readonly type: string
  readonly disposition: string | null
  readonly algorithm: string | null
  readonly parts: Map<number, StoredPart>
}

export interface StoredPart {
  readonly etag: string
  readonly bytes: Buffer
  readonly checksum: string | null
}

const partBytesMin = 5 * 1024 * 1024

/** What its parts make together, if they are told as they were sent. */
export function completed(
  upload: StoredUpload,
  told: string,
): { readonly bytes: Buffer; readonly etags: Buffer } | { readonly fault: string } {
  const parts = [...told.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, text = '']) => ({
    number: Number(inside(text, 'PartNumber')),
    etag: inside(text, 'ETag')?.replaceAll('&quot;', '').replaceAll('"', ''),
    checksum: inside(text, 'ChecksumSHA256'),
  }))
  if (parts.length === 0) return { fault: 'MalformedXML' }
  const kept: StoredPart[] = []
  for (const [at, { number, etag, checksum }] of parts.entries()) {
    const part = upload.parts.get(number)
    if (at > 0 && number <= (parts[at - 1]?.number ?? 0)) return { fault: 'InvalidPartOrder' }
    if (part === undefined || part.etag !== etag) return { fault: 'InvalidPart' }
    if (upload.algorithm !== null && checksum === undefined) return { fault: 'InvalidRequest' }
    if (checksum !== undefined && checksum !== part.checksum) return { fault: 'InvalidPart' }
    const isLast = at === parts.length - 1
    if (!isLast && part.bytes.length < partBytesMin) return { fault: 'EntityTooSmall' }
    kept.push(part)
  }
  return {
    bytes: Buffer.concat(kept.map(({ bytes }) => bytes)),
    etags: Buffer.concat(kept.map(({ etag }) => Buffer.from(etag, 'hex'))),
  }
}

const inside = (text: string, name: string): string | undefined =>
  new RegExp(`<${name}>(.*?)</${name}>`).exec(text)?.[1]
