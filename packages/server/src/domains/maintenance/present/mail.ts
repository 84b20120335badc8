import type { listMails } from '@guildhall/contract/maintenance/mails'
import type { ResponseOf } from '@guildhall/contract/operation'
import { instantOfId } from '../../../platform/ids.ts'
import type { LoggedMail } from '../../../platform/mail/mail-log.ts'
import { mailAttemptsMax } from '../../../platform/mail/send-mail.ts'
import { shownError } from '../../../platform/shown-error.ts'

type Mail = ResponseOf<typeof listMails>['mails'][number]

export const presentMail = ({ lastError, ...mail }: LoggedMail): Mail => ({
  ...mail,
  attemptsMax: mailAttemptsMax,
  queuedAt: instantOfId(mail.id),
  lastError: lastError === null ? null : shownError(lastError),
})
