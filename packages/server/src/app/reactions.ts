import {
  clearFileReaction,
  clearOrganizationReaction,
} from '../domains/files/jobs/clear-storage.ts'
import { mailRequestReaction } from '../domains/identity/jobs/answer-mail-request.ts'
import { mailReaction } from '../platform/mail/send-mail.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'

// Who answers to what: the one page on which news becomes work.
export const reactions: readonly Reaction[] = [
  mailReaction,
  mailRequestReaction,
  clearFileReaction,
  clearOrganizationReaction,
]
