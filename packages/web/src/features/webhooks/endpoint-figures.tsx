import { KeyFigures } from '../../ui/key-figures.tsx'
import { Time } from '../../ui/time.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { codeWords, countWords } from './endpoint-words.ts'

/** Whether it keeps pace, in four numbers. */
export function EndpointFigures({ endpoint: { health } }: { endpoint: WebhookEndpoint }) {
  const { waiting, lag, lastSuccessAt, lastFailureAt, lastCode } = health
  const isLastFailed = health.failingSince !== null
  return (
    <KeyFigures
      label="Health"
      figures={[
        {
          label: 'To be sent',
          figure: countWords(lag),
          change: lag === 0 ? paceWords(health) : 'Not sent even once',
        },
        {
          label: 'To be tried again',
          figure: countWords(waiting),
          change: waiting === 0 ? 'Nothing waits' : 'What failed, and what follows it',
        },
        {
          label: 'Last taken',
          figure: <When at={lastSuccessAt} />,
          ...(!isLastFailed && lastSuccessAt !== null && { change: codeWords(lastCode) }),
        },
        {
          label: 'Last failure',
          figure: <When at={lastFailureAt} />,
          ...(isLastFailed && { change: codeWords(lastCode) }),
        },
      ]}
    />
  )
}

const paceWords = ({ state }: WebhookEndpoint['health']): string =>
  state === 'healthy' || state === 'failing' ? 'It keeps pace' : 'Nothing so far'

function When({ at }: { at: Date | null }) {
  return <span className="text-l">{at === null ? 'never' : <Time at={at} />}</span>
}
