import type { Readable } from 'node:stream'

/** An upload in parts, of what will lie under this path. */
export interface Upload {
  readonly path: string
  readonly uploadId: string
}

interface NewObject {
  readonly path: string
  readonly mimeType: string
  /** How browsers are to take it, where they get it from the storage itself. */
  readonly disposition: string | null
  /** Whether every part comes with its checksum. */
  readonly hasChecksums: boolean
}

export interface PartToSend {
  readonly number: number
  readonly bytes: number
  readonly checksum: Buffer | null
}

/** Whoever has it may do the one thing that it's for; it says itself until when. */
export interface Link {
  readonly url: string
  /** To be sent along, as they are. */
  readonly headers: Readonly<Record<string, string>>
}

export interface SentPart {
  readonly number: number
  /** As the storage answered it, without the quotes. */
  readonly etag: string
  readonly checksum: Buffer | null
}

export interface StoredObject {
  readonly size: number
  readonly etag: string
  readonly version: string | null
  /** SHA-256 of the whole, where the storage has seen it. */
  readonly digest: Buffer | null
  /** SHA-256 of each part, where the storage vouches for them. */
  readonly partDigests: readonly Buffer[] | null
}

/** Both ends belong to it. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

interface Download {
  readonly path: string
  readonly mimeType: string
  readonly disposition: string
  readonly expiresAt: Date
}

/**
 * Where the bytes of files lie: on the disk of this machine, or in a bucket. A path is made of
 * plain names with slashes between them. Asking for something twice does no harm.
 */
export interface ObjectStorage {
  /** Answers the name of the upload. */
  beginUpload(object: NewObject): Promise<string>
  partLink(upload: Upload, part: PartToSend, expiresAt: Date): Promise<Link>
  /** Puts the parts together; they are told in their order. */
  finishUpload(
    upload: Upload,
    parts: readonly SentPart[],
  ): Promise<StoredObject | { readonly missing: number }>
  abandonUpload(upload: Upload): Promise<void>
  /** Null where nothing lies there. */
  read(path: string, range?: ByteRange): Promise<Readable | null>
  downloadLink(download: Download): Promise<Link>
  remove(path: string): Promise<void>
  /** All that lies in a folder, and all uploads to it. */
  removeFolder(path: string): Promise<void>
  /** Clears away what uploads to these folders left behind that began before then. */
  sweepUploads(folders: readonly string[], before: Date): Promise<void>
  /** Takes parts, where no bucket does. */
  readonly receiver: PartReceiver | null
}

export interface PartReceiver {
  receive(
    upload: Upload,
    part: PartToSend,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<{ readonly etag: string } | { readonly fault: 'length' | 'checksum' | 'over' }>
}

export const encodedPath = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/')

/** Where this server takes parts, and where it shows files; the path of the object follows. */
export const partPath = '/v1/file-parts'
export const filePath = '/files'
