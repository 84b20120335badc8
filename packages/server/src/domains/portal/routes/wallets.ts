import * as contract from '@guildhall/contract/portal/wallets'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findWallet, listWallets } from '../../orders/actions/read-wallets.ts'
import type { PortalDeps } from '../actions/deps.ts'

export const walletRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
]

const listRoute = ({ uowFactory }: PortalDeps) =>
  serve(contract.listPortalWallets, async ({ caller, query }) => {
    const page = await listWallets(uowFactory.database.kysely, caller, query)
    return pageAnswer(page, query, (wallet) => wallet)
  })

const getRoute = ({ uowFactory }: PortalDeps) =>
  serve(contract.getPortalWallet, async ({ caller, params }) => {
    const wallet = await findWallet(uowFactory.database.kysely, caller, params.id)
    if (wallet === null) throw new Problem('not_found')
    return wallet
  })
