import { attachment } from '../rules/files.ts'
import type { FileRow } from '../store/files.ts'
import type { FileDeps } from './deps.ts'

/**
 * Long enough to follow a redirect. A download that has begun by then goes on. In real time,
 * because a bucket checks expiry by its own clock.
 */
const followMilliseconds = 60_000

/**
 * A URL from which anyone can start the download with this method. Does not check who may download
 * the file; callers must.
 */
export async function signedDownload(
  { storage, clock }: Pick<FileDeps, 'storage' | 'clock'>,
  { path, mimeType, name }: Pick<FileRow, 'path' | 'mimeType' | 'name'>,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<string> {
  const expiresAt = new Date(clock.now().getTime() + followMilliseconds)
  const disposition = attachment(name)
  const { url } = await storage.downloadLink({ method, path, mimeType, disposition, expiresAt })
  return url
}
