import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { work } from '../../../platform/work.ts'
import type { PortalParts } from '../actions/parts.ts'
import { codeRequested, openCodeRequest } from '../actions/request-code.ts'
import { sendCode } from '../actions/send-code.ts'
import { dropOldCodes } from '../store/portal-codes.ts'

export const sendCodeTask = 'portal.sendCode'
export const sweepCodesTask = 'portal.sweepCodes'

export const codeReaction: Reaction = {
  on: codeRequested,
  jobs: ({ object, payload }) => [{ task: sendCodeTask, payload: { ...payload, id: object.id } }],
}

const payloadOf = z.object({ id: id('codeRequest'), sealed: z.string() })

/** Mails a code to whoever asked for it, if they are a customer. */
export const sendCodeJob =
  (parts: PortalParts): Task =>
  async (payload, { log }) => {
    const request = openCodeRequest(parts.keyring, z.parse(payloadOf, payload))
    if (request === null) {
      log.warn('a code that was asked for was sealed with a secret that is no longer listed')
      return
    }
    const { organizationId } = request
    await work(parts.workshop, { organizationId }, (unit) => sendCode(unit, parts, request))
  }

export const sweepCodes =
  ({ workshop, clock }: Pick<PortalParts, 'workshop' | 'clock'>): Task =>
  () =>
    dropOldCodes(workshop.database.kysely, clock.now())
