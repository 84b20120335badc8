import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { type ReadMail, readMail } from './read-mail.ts'

interface ReceivedMail extends ReadMail {
  readonly from: string
  /** The envelope's recipients, which may differ from the headers. */
  readonly to: readonly string[]
}

export interface MailSink {
  /** For SMTP_URL. */
  readonly url: string
  readonly port: number
  /** What arrived, in order. */
  readonly mails: readonly ReceivedMail[]
  /** Refuses mails to the address with this SMTP code; null accepts them again. */
  refuse(address: string, code: number | null): void
  stop(): Promise<void>
}

/** A real mail server that delivers to a list. */
export async function startMailSink(at: { readonly port?: number } = {}): Promise<MailSink> {
  const mails: ReceivedMail[] = []
  const refused = new Map<string, number>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      const responseCode = refused.get(address)
      if (responseCode === undefined) done()
      else done(Object.assign(new Error(`no mailbox for ${address}`), { responseCode }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          ...readMail(Buffer.concat(chunks).toString('utf8')),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(at.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const port = portOf(server.server.address())
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    refuse(address, code) {
      if (code === null) refused.delete(address)
      else refused.set(address, code)
    },
    stop: () => new Promise((done) => server.close(done)),
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the sink has no port')
  return address.port
}
