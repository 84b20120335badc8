import { attachment } from '../rules/disposition.ts'
import type { FileRow } from '../store/files.ts'
import { linkMilliseconds } from './link-life.ts'
import type { FileParts } from './parts.ts'

/** Where the bytes can be had, by whom this address is given to. */
interface SignedDownload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly expiresAt: Date
}

/** It says nothing of who may have it: whoever asks for it has found that out. */
export async function signedDownload(
  { storage, clock }: Pick<FileParts, 'storage' | 'clock'>,
  { path, mimeType, name }: Pick<FileRow, 'path' | 'mimeType' | 'name'>,
): Promise<SignedDownload> {
  const expiresAt = new Date(clock.now().getTime() + linkMilliseconds)
  const disposition = attachment(name)
  return {
    ...(await storage.downloadLink({ path, mimeType, disposition, expiresAt })),
    expiresAt,
  }
}
