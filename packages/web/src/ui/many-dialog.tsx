import { useRef, useState } from 'react'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { formatCount } from '#/lib/format.ts'
import { runMany } from '#/lib/run-many.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useToast } from './toast.tsx'

/** What can be done with several rows of a list. */
export interface ManyAct<T> {
  /** Of the button: “Cancel”. */
  readonly label: string
  readonly destructive?: boolean
  readonly isPossible: (item: T) => boolean
  /** A question with the number: “Cancel 3 subscriptions?” */
  readonly title: (count: number) => string
  /** The consequences, a sentence each. */
  readonly effects: readonly string[]
  readonly run: (item: T) => Promise<unknown>
  /** “3 subscriptions canceled” */
  readonly done: (count: number) => string
  readonly messages?: Messages
}

interface ManyDialogProps<T> {
  act: ManyAct<T>
  items: readonly T[]
  rowId: (item: T) => string
  nameOf: (item: T) => string
  /** Runs all of it as one change. */
  change: <R>(task: () => Promise<R>) => Promise<R>
  /** With what wasn’t done. */
  onClose: (rest: readonly T[]) => void
}

const atOnceMax = 4

/** Asks once, does it with each, and names what failed, which can be tried again. */
export function ManyDialog<T extends object>(props: ManyDialogProps<T>) {
  const { act, items, rowId, nameOf, onClose } = props
  const { run, start, stop } = useManyRun(props)
  const { rest } = run
  const isRunning = run.step === 'running'
  const close = () => (isRunning ? stop() : onClose(rest))
  return (
    <Dialog
      open
      title={act.title(items.length)}
      onOpenChange={close}
      footer={
        <>
          <Button onClick={close}>{words[run.step]}</Button>
          <Button
            variant={act.destructive === true ? 'danger' : 'primary'}
            loading={isRunning}
            onClick={() => void start(rest)}
          >
            {run.step === 'ended' ? `Try ${formatCount(rest.length)} again` : act.label}
          </Button>
        </>
      }
    >
      {run.step === 'asking' && (
        <ul className="flex list-disc flex-col gap-2 pl-4 text-s text-ink-2">
          {act.effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
      {isRunning && (
        <ProgressBar
          label="Progress"
          value={run.settled}
          max={run.total}
          text={`${formatCount(run.settled)} of ${formatCount(run.total)}`}
        />
      )}
      {run.step === 'ended' && (
        <Failures {...run} itemsCount={items.length} rowId={rowId} nameOf={nameOf} act={act} />
      )}
    </Dialog>
  )
}

const words = { asking: 'Keep as it is', running: 'Stop', ended: 'Close' } as const

interface Run<T> {
  readonly step: keyof typeof words
  readonly settled: number
  readonly total: number
  readonly failures: readonly { readonly item: T; readonly error: unknown }[]
  /** Failed or not begun. */
  readonly rest: readonly T[]
}

function useManyRun<T extends object>({ act, items, change, onClose }: ManyDialogProps<T>) {
  const [run, setRun] = useState<Run<T>>({
    step: 'asking',
    settled: 0,
    total: items.length,
    failures: [],
    rest: items,
  })
  const stopped = useRef(new AbortController())
  const toast = useToast()
  const start = async (those: readonly T[]) => {
    stopped.current = new AbortController()
    const { signal } = stopped.current
    setRun((last) => ({ ...last, step: 'running', settled: 0, total: those.length }))
    const onSettled = () => setRun((last) => ({ ...last, settled: last.settled + 1 }))
    const { failures, left } = await change(() =>
      runMany(those, act.run, { atOnceMax, signal, onSettled }),
    )
    const rest = [...failures.map(({ item }) => item), ...left]
    if (rest.length === 0) {
      toast({ title: act.done(items.length) })
      onClose([])
    } else setRun((last) => ({ ...last, step: 'ended', failures, rest }))
  }
  return { run, start, stop: () => stopped.current.abort() }
}

interface FailuresProps<T> extends Run<T> {
  rowId: (item: T) => string
  nameOf: (item: T) => string
  act: ManyAct<T>
  itemsCount: number
}

function Failures<T extends object>({
  failures,
  rest,
  rowId,
  nameOf,
  act,
  itemsCount,
}: FailuresProps<T>) {
  const leftCount = rest.length - failures.length
  return (
    <div className="flex flex-col gap-3">
      <Banner tone={failures.length > 0 ? 'bad' : 'warn'}>
        {failures.length > 0 && `${formatCount(failures.length)} failed. `}
        {leftCount > 0 && `${formatCount(leftCount)} not begun. `}
        {rest.length < itemsCount && 'The others are done.'}
      </Banner>
      <ul className="flex flex-col gap-2 text-s">
        {failures.map(({ item, error }) => (
          <li key={rowId(item)}>
            <strong className="font-medium wrap-anywhere">{nameOf(item)}</strong>
            <span className="block text-ink-2">{failureMessage(error, act.messages)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
