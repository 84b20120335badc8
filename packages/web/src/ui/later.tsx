import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

/** A component whose code is loaded when it is first shown. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: (props: P) => ReactNode = () => null,
): (props: P) => ReactNode {
  let loaded: ComponentType<P> | null = null
  return function Later(props: P) {
    const [Part, setPart] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    useEffect(() => {
      if (Part !== null || hasFailed) return
      load().then(
        (part) => {
          loaded = part
          setPart(() => part)
        },
        () => setFailed(true),
      )
    }, [Part, hasFailed])
    if (Part !== null) return <Part {...props} />
    return hasFailed ? <NotLoaded again={() => setFailed(false)} /> : waiting(props)
  }
}

function NotLoaded({ again }: { again: () => void }) {
  return (
    <Banner
      tone="bad"
      action={
        <Button size="s" onClick={again}>
          Try again
        </Button>
      }
    >
      The server can’t be reached. Check your connection.
    </Banner>
  )
}
