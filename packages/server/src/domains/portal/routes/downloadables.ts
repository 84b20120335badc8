import * as contract from '@guildhall/contract/portal/downloadables'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { redirectTo } from '../../../platform/http/direct-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { beginDownload } from '../../entitlements/actions/begin-download.ts'
import { showDownloadables } from '../../entitlements/actions/show-downloadables.ts'
import { listDownloadablesOf } from '../../entitlements/store/downloadables.ts'
import type { PortalDeps } from '../actions/deps.ts'

export const downloadableRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  downloadRoute(deps),
]

const listRoute = (deps: PortalDeps) =>
  serve(contract.listDownloadables, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const { rows, total } = await listDownloadablesOf(kysely, caller, query)
    const shown = await showDownloadables(deps, caller.organizationId, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const downloadRoute = (deps: PortalDeps) =>
  serve(contract.downloadFile, async ({ caller, method, headers }) => {
    if (caller.isExpired) throw new Problem('download_expired')
    return redirectTo(await beginDownload(deps, caller, { method, headers }))
  })
