import { listDownloadsOfGrant } from '@guildhall/contract/entitlements/downloads'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { getForSeller } from '../../organizations/index.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { showDownloads } from '../actions/show-downloads.ts'
import { findGrantIn } from '../store/grants.ts'

export const downloadRoutes = (
  deps: Pick<EntitlementDeps, 'uowFactory'>,
): readonly OperationRoute[] => [
  serve(listDownloadsOfGrant, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const grant = await getForSeller(deps, caller, (within) =>
      findGrantIn(kysely, within, params.id),
    )
    return { items: await showDownloads(kysely, grant) }
  }),
]
