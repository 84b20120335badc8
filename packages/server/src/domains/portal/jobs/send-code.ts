import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type JobDefinition, job, schedule } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { openCodeRequest } from '../actions/request-code.ts'
import { sendCode } from '../actions/send-code.ts'
import { deleteExpiredEmailChanges } from '../store/email-changes.ts'
import { deleteExpiredCodes } from '../store/portal-codes.ts'

/** Mails the requested code, if a customer has the address. */
export const sendPortalCode: JobDefinition<PortalDeps> = job({
  name: 'portal.send_code',
  payload: z.object({ id: id('codeRequest'), sealed: z.string() }),
  on: [
    when('portal_code.requested', ['sealed'], ({ object, payload }) => [
      { payload: { id: object.id, sealed: payload.sealed } },
    ]),
  ],
  async run(deps: PortalDeps, payload, { log }) {
    const request = openCodeRequest(deps.keyring, payload)
    if (request === null) {
      log.warn('a requested code was encrypted with a secret that is no longer configured')
      return
    }
    const { organizationId } = request
    await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) => sendCode(uow, deps, request))
  },
})

export const sweepPortalCodes: JobDefinition<Pick<PortalDeps, 'uowFactory' | 'clock'>> = schedule({
  name: 'portal.sweep_codes',
  cron: '47 * * * *',
  async run({ uowFactory, clock }: Pick<PortalDeps, 'uowFactory' | 'clock'>) {
    const { kysely } = uowFactory.database
    await deleteExpiredCodes(kysely, clock.now())
    await deleteExpiredEmailChanges(kysely, clock.now())
  },
})
