import { WebhookMessage } from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import type { MessageRow } from '../store/message-list.ts'

const { state, type } = WebhookMessage.shape

/** An event on its way to an endpoint, or there. */
export const presentMessage = (row: MessageRow): WebhookMessage => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  endpointId: row.endpointId,
  sequence: row.sequence,
  type: z.parse(type, row.name),
  objectType: row.objectType,
  objectId: row.objectId,
  objectVersion: row.objectVersion,
  state: z.parse(state, row.state),
  attemptCount: row.attempts,
  nextAttemptAt: row.nextAttemptAt,
  lastHttpCode: row.lastCode,
})
