import type { Sender } from '../config/parse.ts'
import type { RenderedMail } from './render.ts'

interface OutgoingMail extends RenderedMail {
  readonly id: string
  readonly to: Sender
  readonly subject: string
  readonly createdAt: Date
}

/** A mail server with a small pool of connections. */
export interface Smtp {
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

const connectionsMax = 5
const connectTimeoutMs = 10_000
const answerTimeoutMs = 30_000

/** Its library is loaded where mails are really sent. */
export async function openSmtp(url: string, from: Sender): Promise<Smtp> {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: answerTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    async send(mail) {
      await transport.sendMail({
        from: mailbox(from),
        to: mailbox(mail.to),
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        date: mail.createdAt,
        // The same for every attempt, so that a repetition is recognizable.
        messageId: `<${mail.id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}

/** An object, so that an address is never parsed as a list of several. */
function mailbox({ name, address }: Sender) {
  return { name: name ?? '', address }
}

/** A permanent refusal of this mail, which no retry would change; else null. */
export function finalRefusal(error: unknown): string | null {
  if (!(error instanceof Error) || !('responseCode' in error)) return null
  const code = Number(error.responseCode)
  const command = 'command' in error ? String(error.command) : ''
  const ofThisMail = command.startsWith('RCPT TO') || command.startsWith('DATA')
  return ofThisMail && code >= 500 && code < 600 ? error.message : null
}
