/** A multipart upload that is not complete yet. */
export interface StoredUpload {
  readonly id: string
  readonly key: string
  readonly startedAt: Date
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

/** Assembles the parts if the request lists them as they were sent. */
export function completed(
  upload: StoredUpload,
  body: string,
): { readonly bytes: Buffer; readonly etags: Buffer } | { readonly fault: string } {
  const parts = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, text = '']) => ({
    number: Number(inside(text, 'PartNumber')),
    etag: inside(text, 'ETag')?.replaceAll('&quot;', '').replaceAll('"', ''),
    checksum: inside(text, 'ChecksumSHA256'),
  }))
  if (parts.length === 0) return { fault: 'MalformedXML' }
  const accepted: StoredPart[] = []
  for (const [at, { number, etag, checksum }] of parts.entries()) {
    const part = upload.parts.get(number)
    if (at > 0 && number <= (parts[at - 1]?.number ?? 0)) return { fault: 'InvalidPartOrder' }
    if (part === undefined || part.etag !== etag) return { fault: 'InvalidPart' }
    if (upload.algorithm !== null && checksum === undefined) return { fault: 'InvalidRequest' }
    if (checksum !== undefined && checksum !== part.checksum) return { fault: 'InvalidPart' }
    const isLast = at === parts.length - 1
    if (!isLast && part.bytes.length < partBytesMin) return { fault: 'EntityTooSmall' }
    accepted.push(part)
  }
  return {
    bytes: Buffer.concat(accepted.map(({ bytes }) => bytes)),
    etags: Buffer.concat(accepted.map(({ etag }) => Buffer.from(etag, 'hex'))),
  }
}

const inside = (text: string, name: string): string | undefined =>
  new RegExp(`<${name}>(.*?)</${name}>`).exec(text)?.[1]
