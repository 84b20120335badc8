import type { Readable } from 'node:stream'

/** A multipart upload of the object at this path. */
export interface Upload {
  readonly path: string
  readonly uploadId: string
}

interface NewObject {
  readonly path: string
  readonly mimeType: string
  /** Response headers for browsers that download directly from the storage. */
  readonly disposition: string | null
  /** Whether every part has a checksum. */
  readonly hasChecksums: boolean
}

export interface PartToSend {
  readonly number: number
  readonly bytes: number
  readonly checksum: Buffer | null
}

/** A bearer link for a single action, with an expiry time. */
export interface Link {
  readonly url: string
  /** To be sent unchanged. */
  readonly headers: Readonly<Record<string, string>>
}

export interface SentPart {
  readonly number: number
  /** As returned by the storage, without the quotes. */
  readonly etag: string
  readonly checksum: Buffer | null
}

export interface StoredObject {
  readonly size: number
  readonly etag: string
  readonly version: string | null
  /** SHA-256 of the whole, if the storage has computed it. */
  readonly digest: Buffer | null
  /** SHA-256 of each part, if the storage has verified them. */
  readonly partDigests: readonly Buffer[] | null
}

/** Inclusive on both ends. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

interface StoredFile {
  readonly path: string
  readonly mimeType: string
  readonly bytes: Buffer
}

interface Download {
  /** A bucket signs it, too. */
  readonly method: 'GET' | 'HEAD'
  readonly path: string
  readonly mimeType: string
  readonly disposition: string
  readonly expiresAt: Date
}

/**
 * Storage of file contents: on the disk of this machine, or in a bucket. A path consists of plain
 * names separated by slashes. All operations are idempotent.
 */
export interface ObjectStorage {
  /** Returns the id of the upload. */
  beginUpload(object: NewObject): Promise<string>
  partLink(upload: Upload, part: PartToSend, expiresAt: Date): Promise<Link>
  /** Joins the parts, listed in order. */
  finishUpload(
    upload: Upload,
    parts: readonly SentPart[],
  ): Promise<StoredObject | { readonly missing: number }>
  abandonUpload(upload: Upload): Promise<void>
  /** Stores bytes that this server has in memory. */
  put(file: StoredFile): Promise<void>
  /** Null when there is no object. */
  read(path: string, range?: ByteRange): Promise<Readable | null>
  downloadLink(download: Download): Promise<Link>
  remove(path: string): Promise<void>
  /** Deletes all objects in a folder, and all uploads to it. */
  removeFolder(path: string): Promise<void>
  /** Deletes what abandoned uploads to these folders left behind, if they began before then. */
  sweepUploads(folders: readonly string[], before: Date): Promise<void>
  /** Receives parts, unless a bucket does. */
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

/** Paths at which this server receives parts and serves files; the object path follows. */
export const partPath = '/v1/file-parts'
export const filePath = '/files'
