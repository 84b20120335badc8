import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Facts } from '#/ui/facts.tsx'
import { KeyFigures } from '#/ui/key-figures.tsx'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'
import { Time } from '#/ui/time.tsx'
import { ToneIcon } from '#/ui/tone-icon.tsx'
import { WithSide } from '#/ui/with-side.tsx'
import { type Health, type HealthFinding, healthQuery } from './health-query.ts'
import { asSentence, asTitle, lagText, sortFindings, waitText } from './health-text.ts'

/** The quick checks of the server: what is wrong, with what to do, and what is in order. */
export function HealthReport() {
  const { data: health } = useQuery({
    ...healthQuery,
    throwOnError: (_, query) => query.state.data === undefined,
  })
  if (health === undefined) return <ObjectSkeleton />
  const { problems, passed } = sortFindings(health.findings)
  return (
    <div className="grid gap-4">
      <Outcome problems={problems} checkedAt={health.checkedAt} />
      <Figures health={health} />
      <WithSide label="Database" side={<DatabaseFacts health={health} />}>
        {problems.length > 0 && <Findings title="Problems" findings={problems} />}
        <Findings title="In order" findings={passed} />
        <p className="text-s text-ink-2">
          The command <code className="font-mono text-xs">guildhall doctor</code> makes these checks
          too, and recounts the books, metrics and settlements.
        </p>
      </WithSide>
    </div>
  )
}

interface OutcomeProps {
  problems: readonly HealthFinding[]
  checkedAt: Date
}

function Outcome({ problems, checkedAt }: OutcomeProps) {
  const checked = (
    <>
      Checked <Time at={checkedAt} />.
    </>
  )
  if (problems.length === 0) {
    return (
      <Banner tone="good" title="No problems.">
        {checked}
      </Banner>
    )
  }
  const isWrong = problems.some(({ state }) => state === 'wrong')
  return (
    <Banner
      tone={isWrong ? 'bad' : 'warn'}
      title={problems.length === 1 ? 'One problem.' : `${problems.length} problems.`}
    >
      {checked}
    </Banner>
  )
}

function Figures({ health: { serverVersion, events, jobs } }: { health: Health }) {
  return (
    <KeyFigures
      label="Figures"
      figures={[
        { label: 'Version', figure: serverVersion, change: 'Of this process' },
        {
          label: 'Events to dispatch',
          figure: formatCount(events.waiting),
          change: waitText(events),
        },
        { label: 'Jobs due', figure: formatCount(jobs.waiting), change: waitText(jobs) },
        {
          label: 'Jobs given up',
          figure: formatCount(jobs.failed),
          change: 'Failed in all attempts',
        },
      ]}
    />
  )
}

interface FindingsProps {
  title: string
  findings: readonly HealthFinding[]
}

const tones = { fine: 'good', weak: 'warn', wrong: 'bad' } as const
const toneClasses = { fine: 'text-good', weak: 'text-warn', wrong: 'text-bad' } as const

function Findings({ title, findings }: FindingsProps) {
  return (
    <Card flush title={title}>
      <Entries count={findings.length} empty="Nothing.">
        {findings.map(({ check, state, text, remedy }) => (
          <Entry
            key={`${check} ${text}`}
            icon={<ToneIcon tone={tones[state]} className={toneClasses[state]} />}
            title={asTitle(text)}
          >
            {remedy !== null && <span>{asSentence(remedy)}</span>}
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

function DatabaseFacts({ health }: { health: Health }) {
  const { databaseVersion, events, standbys, isArchiving, lastArchivedAt } = health
  const { lastDispatchedAt } = events
  return (
    <Card title="Database">
      <Facts
        facts={[
          { label: 'PostgreSQL', value: databaseVersion },
          {
            label: 'Last event',
            value: lastDispatchedAt === null ? 'None yet' : <Time at={lastDispatchedAt} />,
          },
          {
            label: 'Standbys',
            value:
              standbys.length === 0
                ? 'None'
                : standbys.map(({ name, lagSeconds }, at) => (
                    // Several standbys may have the same name.
                    <p key={`${name} ${at.toString()}`}>{`${name}: ${lagText(lagSeconds)}`}</p>
                  )),
          },
          {
            label: 'WAL archived',
            value: lastArchivedAt === null ? 'Never' : <Time at={lastArchivedAt} />,
          },
        ]}
      />
      {!isArchiving && (
        <p className="mt-2 text-xs text-ink-3">
          PostgreSQL archives no WAL. Whether there are other backups isn’t known here.
        </p>
      )}
    </Card>
  )
}
