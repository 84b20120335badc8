import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { signedDownload } from '../../files/actions/signed-download.ts'
import { beginsDownload } from '../../files/rules/byte-range.ts'
import { findFile } from '../../files/store/files.ts'
import { isDownloadable } from '../store/downloadables.ts'
import { countDownload } from '../store/downloads.ts'
import type { DownloadDeps } from './deps.ts'
import type { DownloadTarget } from './download-link.ts'

interface Request {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/** Answers where the bytes are, if the customer may still download them, and counts the download. */
export async function beginDownload(
  deps: DownloadDeps,
  { organizationId, grantId, fileId }: DownloadTarget,
  { method, headers }: Request,
): Promise<string> {
  const { kysely } = deps.uowFactory.database
  const key = { organizationId, grantId, fileId }
  const [isAllowed, file] = await Promise.all([
    isDownloadable(kysely, key),
    findFile(kysely, { organizationId, id: fileId }),
  ])
  if (!isAllowed || file === undefined) throw new Problem('not_found')
  if (method === 'HEAD') return signedDownload(deps, file, 'HEAD')
  const url = await signedDownload(deps, file)
  if (beginsDownload(headers, file)) {
    await runUnitOfWork(deps.uowFactory, { organizationId }, ({ tx, now }) =>
      countDownload(tx, key, now),
    )
  }
  return url
}
