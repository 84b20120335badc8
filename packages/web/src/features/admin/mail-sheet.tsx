import { retryMail } from '@guildhall/contract/maintenance/mails'
import { useMutation } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { formatInstant } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { None } from '#/ui/none.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Status } from '#/ui/status.tsx'
import { explain } from './explain.ts'
import type { Mail } from './mails-queries.ts'
import { useAfterChange } from './use-after-change.ts'

interface MailSheetProps {
  mail: Mail
  /** Whether this server has a mail server. */
  canSend: boolean
  onClose: () => void
}

/** Everything that operators see of a mail. */
export function MailSheet({ mail, canSend, onClose }: MailSheetProps) {
  const { id: mailId, state, attempts } = mail
  const report = useAfterChange(false)
  const retry = useMutation({
    mutationFn: () => api.call(retryMail, { body: { mailId, attempts } }),
    onSuccess: async () => {
      onClose()
      await report('The mail is sent again')
    },
  })
  const isWaiting = state === 'queued' || state === 'retrying'
  return (
    <Sheet
      open
      title={<span className="wrap-anywhere">{mail.subject}</span>}
      description={<span className="wrap-anywhere">To {mail.recipient}</span>}
      onOpenChange={onClose}
      footer={
        isWaiting &&
        canSend && (
          <Button variant="primary" loading={retry.isPending} onClick={() => retry.mutate()}>
            Send now
          </Button>
        )
      }
    >
      {retry.error && (
        <Banner tone="bad" className="mb-4">
          {explain(retry.error)}
        </Banner>
      )}
      <Facts facts={factsOf(mail)} />
      <h2 className="mt-6 mb-2 text-s font-semibold">Last error</h2>
      {mail.lastError === null ? (
        <p className="text-s text-ink-2">None.</p>
      ) : (
        <p className="rounded-s border p-3 font-mono text-xs wrap-anywhere">{mail.lastError}</p>
      )}
      <p className="mt-4 text-s text-ink-2">{aboutContent[state]}</p>
    </Sheet>
  )
}

const waitingContent = 'What it says is encrypted, and deleted as soon as it is sent or given up.'

const aboutContent: Readonly<Record<Mail['state'], string>> = {
  queued: waitingContent,
  retrying: waitingContent,
  sent: 'What it said was deleted when the mail server accepted it.',
  failed:
    'It was given up, and what it said is deleted, so it can’t be sent again. Mend the cause, then ' +
    'have what led to the mail repeated: a new link, a new invitation.',
}

const factsOf = ({ id, state, attempts, attemptsMax, queuedAt, nextAttemptAt, sentAt }: Mail) => [
  { label: 'State', value: <Status state={state} /> },
  { label: 'Attempts', value: `${attempts} of ${attemptsMax}` },
  { label: 'Queued', value: formatInstant(queuedAt) },
  {
    label: 'Next attempt',
    value: nextAttemptAt === null ? <None /> : formatInstant(nextAttemptAt),
  },
  { label: 'Sent', value: sentAt === null ? <None /> : formatInstant(sentAt) },
  { label: 'Mail ID', value: <Copyable text={id} what="mail ID" /> },
]
