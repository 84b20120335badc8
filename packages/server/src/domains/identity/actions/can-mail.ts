import type { Config } from '../../../platform/config/config.ts'
import { isLoopbackHost } from '../../../platform/http-client/addresses.ts'

/** Without a mail server, mails are read on a page that exists on a developer's machine only. */
export const canMail = ({ mail, server }: Config): boolean =>
  mail.smtpUrl !== null || isLoopbackHost(new URL(server.url).hostname)
