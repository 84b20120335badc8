import {
  type JobState,
  jobStates,
  retriedJobsMax,
  retryDeadJobs,
} from '@guildhall/contract/maintenance/jobs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#/lib/api.ts'
import { formatCount } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Status } from '#/ui/status.tsx'
import { explain, operatorMessages } from './explain.ts'
import { jobCountsQuery, type TaskJobs } from './jobs-queries.ts'
import { useAfterChange } from './use-after-change.ts'

/** How many jobs each task has, and what retries the dead ones. */
export function JobsByTask() {
  const { data, error } = useQuery(jobCountsQuery)
  const [asked, setAsked] = useState<TaskJobs | null>(null)
  return (
    <Card flush title="Tasks" description="What the queue holds. Jobs that succeed leave it.">
      <Entries
        count={data?.tasks.length ?? null}
        failure={error && explain(error)}
        empty="The queue is empty."
      >
        {data?.tasks.map((counts) => (
          <TaskEntry key={counts.task} counts={counts} onRetry={() => setAsked(counts)} />
        ))}
      </Entries>
      {asked && <RetryDeadDialog counts={asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}

interface TaskEntryProps {
  counts: TaskJobs
  onRetry: () => void
}

function TaskEntry({ counts, onRetry }: TaskEntryProps) {
  return (
    <Entry
      title={<span className="font-mono text-xs wrap-anywhere">{counts.task}</span>}
      badge={counts.dead > 0 && <Status state="dead" />}
      action={
        counts.dead > 0 && (
          <Button size="s" onClick={onRetry}>
            Retry…<span className="sr-only"> the dead jobs of {counts.task}</span>
          </Button>
        )
      }
    >
      {shownStates
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <span key={state}>
            {formatCount(counts[state])} {state}
          </span>
        ))}
    </Entry>
  )
}

/** The gravest first. */
const shownStates: readonly JobState[] = jobStates.toReversed()

interface RetryDeadDialogProps {
  counts: TaskJobs
  onClose: () => void
}

function RetryDeadDialog({ counts: { task, dead }, onClose }: RetryDeadDialogProps) {
  const report = useAfterChange(false)
  const retry = async () => {
    const { retriedCount, deadCount } = await api.call(retryDeadJobs, { body: { task } })
    const left = deadCount > 0 ? `, ${formatCount(deadCount)} left` : ''
    const jobs = retriedCount === 1 ? 'job' : 'jobs'
    await report(`${formatCount(retriedCount)} ${jobs} retried${left}`)
  }
  return (
    <ConfirmDialog
      open
      title={`Retry ${formatCount(dead)} dead ${dead === 1 ? 'job' : 'jobs'} of ${task}?`}
      effects={[
        'Each runs again as soon as a worker is free, with all its attempts.',
        'A job whose cause is not mended fails again.',
        ...(dead > retriedJobsMax
          ? [`At most ${formatCount(retriedJobsMax)} are retried at once, the oldest first.`]
          : []),
      ]}
      confirm="Retry"
      messages={operatorMessages}
      onConfirm={retry}
      onOpenChange={onClose}
    />
  )
}
