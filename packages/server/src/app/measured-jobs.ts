import type { Clock } from '../platform/clock.ts'
import type { Task, Tasks } from '../platform/queue.ts'
import type { Sweep } from '../platform/sweeps.ts'
import type { EndedWork, Metrics } from '../platform/telemetry/metrics.ts'

/** The same tasks, with their durations recorded in the metrics. */
export function measuredTasks(
  tasks: Tasks,
  metrics: Pick<Metrics, 'jobEnded'>,
  clock: Clock,
): Tasks {
  const measured = ([task, run]: [string, Task]): [string, Task] => [
    task,
    (payload, context) =>
      measure(
        clock,
        () => run(payload, context),
        (ended) => metrics.jobEnded({ task, ...ended }),
      ),
  ]
  return Object.fromEntries(Object.entries(tasks).map(measured))
}

/** The same sweeps, with the durations of their runs recorded in the metrics. */
export const measuredSweeps = (
  sweeps: readonly Sweep[],
  metrics: Pick<Metrics, 'sweepEnded'>,
  clock: Clock,
): readonly Sweep[] =>
  sweeps.map((sweep) => ({
    ...sweep,
    run: (signal) =>
      measure(
        clock,
        () => sweep.run(signal),
        (ended) => metrics.sweepEnded({ sweep: sweep.name, ...ended }),
      ),
  }))

async function measure(
  clock: Clock,
  run: () => Promise<void>,
  record: (ended: EndedWork) => void,
): Promise<void> {
  const startedAt = clock.monotonicMilliseconds()
  let outcome: EndedWork['outcome'] = 'failed'
  try {
    await run()
    outcome = 'done'
  } finally {
    record({ outcome, seconds: (clock.monotonicMilliseconds() - startedAt) / 1000 })
  }
}
