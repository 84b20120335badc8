import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { describeFailure } from './error-page.tsx'

/** In place of the content of a page, whose title and actions stay. */
export function FailedContent({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
  const { title, text } = describeFailure(error)
  const tryAgain = () => {
    queries.reset()
    reset()
  }
  return (
    <Banner
      tone="bad"
      title={`${title}.`}
      action={
        <Button size="s" onClick={tryAgain}>
          Try again
        </Button>
      }
    >
      {text}
    </Banner>
  )
}
