import { attachment } from '../rules/files.ts'
import type { FileRow } from '../store/files.ts'
import type { FileDeps } from './deps.ts'

/** In real time, because a bucket checks expiry by its own clock. */
export const linkMilliseconds = 600_000

/** Anyone with the URL can download the bytes until it expires. */
interface SignedDownload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly expiresAt: Date
}

/** Does not check who may download the file; callers must. */
export async function signedDownload(
  { storage, clock }: Pick<FileDeps, 'storage' | 'clock'>,
  { path, mimeType, name }: Pick<FileRow, 'path' | 'mimeType' | 'name'>,
): Promise<SignedDownload> {
  const expiresAt = new Date(clock.now().getTime() + linkMilliseconds)
  const disposition = attachment(name)
  return {
    ...(await storage.downloadLink({ path, mimeType, disposition, expiresAt })),
    expiresAt,
  }
}
