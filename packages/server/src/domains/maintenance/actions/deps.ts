import type { Smtp } from '../../../platform/mail/smtp.ts'
import type { UnitOfWorkFactory } from '../../../platform/unit-of-work.ts'

export interface MaintenanceDeps {
  readonly uowFactory: UnitOfWorkFactory
  /** Without one, mails stay queued for the mailbox page. */
  readonly smtp: Smtp | null
}
