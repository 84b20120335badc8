import { type PostOffice, sendMail, sendMailTask } from '../platform/mail/send-mail.ts'
import type { Tasks } from '../platform/queue.ts'
import { housekeepingTasks } from './housekeeping.ts'

/** Every job this server knows how to do. */
export const serverTasks = (office: PostOffice): Tasks => ({
  [sendMailTask]: sendMail(office),
  ...housekeepingTasks(office.database),
})
