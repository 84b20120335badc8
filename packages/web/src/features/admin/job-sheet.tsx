import { retryJob } from '@guildhall/contract/maintenance/jobs'
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
import { attemptsText } from './jobs-columns.tsx'
import type { Job } from './jobs-queries.ts'
import { useAfterChange } from './use-after-change.ts'

interface JobSheetProps {
  job: Job
  onClose: () => void
}

/** Everything that operators see of a job. */
export function JobSheet({ job, onClose }: JobSheetProps) {
  const report = useAfterChange(false)
  const retry = useMutation({
    mutationFn: () => api.call(retryJob, { body: { jobId: job.id, attempts: job.attempts } }),
    onSuccess: async () => {
      onClose()
      await report(`${job.task} is run again`)
    },
  })
  const isRetriable = job.state === 'retrying' || job.state === 'dead'
  return (
    <Sheet
      open
      title={<span className="wrap-anywhere">{job.task}</span>}
      onOpenChange={onClose}
      footer={
        isRetriable && (
          <Button variant="primary" loading={retry.isPending} onClick={() => retry.mutate()}>
            Retry now
          </Button>
        )
      }
    >
      {retry.error && (
        <Banner tone="bad" className="mb-4">
          {explain(retry.error)}
        </Banner>
      )}
      <Facts facts={factsOf(job)} />
      <h2 className="mt-6 mb-2 text-s font-semibold">Last error</h2>
      {job.lastError === null ? (
        <p className="text-s text-ink-2">It hasn’t failed.</p>
      ) : (
        <p className="rounded-s border p-3 font-mono text-xs wrap-anywhere">{job.lastError}</p>
      )}
    </Sheet>
  )
}

function factsOf(job: Job) {
  const { id, state, createdAt, nextAttemptAt, objects } = job
  return [
    { label: 'State', value: <Status state={state} /> },
    { label: 'Attempts', value: attemptsText(job) },
    {
      label: 'Next attempt',
      value: nextAttemptAt === null ? <None /> : formatInstant(nextAttemptAt),
    },
    { label: 'Added', value: formatInstant(createdAt) },
    { label: 'Job ID', value: <Copyable text={id} what="job ID" /> },
    ...Object.entries(objects).map(([field, value]) => ({
      label: objectLabel(field),
      value: <Copyable text={value} what={objectLabel(field)} />,
    })),
  ]
}

/** “Organization ID” for `organizationId`. */
function objectLabel(field: string): string {
  if (field === 'id') return 'Object ID'
  const words = field
    .replace(/Id$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ID`
}
