import * as contract from '@guildhall/contract/maintenance/mails'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { listMails } from '../../../platform/mail/mail-log.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { MaintenanceDeps } from '../actions/deps.ts'
import { retryMail } from '../actions/retry-mail.ts'
import { presentMail } from '../present/mail.ts'
import { ownActOf } from './own-act.ts'

export const mailRoutes = (deps: MaintenanceDeps): readonly OperationRoute[] => [
  listRoute(deps),
  retryRoute(deps),
]

const listRoute = ({ uowFactory, smtp }: MaintenanceDeps) =>
  serve(contract.listMails, async ({ query }) => {
    const { state, recipient, cursor: before, limit = contract.mailsPerPageDefault } = query
    const listing = { state, recipient, before, limit: limit + 1 }
    const found = await listMails(uowFactory.database.kysely, listing)
    const mails = found.slice(0, limit)
    const last = found.length > limit ? mails.at(-1) : undefined
    return {
      mails: mails.map(presentMail),
      nextCursor: last?.id ?? null,
      hasMailServer: smtp !== null,
    }
  })

const retryRoute = (deps: MaintenanceDeps) =>
  serve(contract.retryMail, async (call) => {
    await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      retryMail(uow, deps, ownActOf(call), call.body),
    )
    return { success: true } as const
  })
