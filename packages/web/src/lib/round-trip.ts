import { useEffect, useEffectEvent, useState } from 'react'
import { failureWords } from './failure-words.ts'

/** Where a browser comes back to from another service, in a window of its own. */
export const returnPath = '/connected'

const channelName = 'guildhall.connected'

/** What came of it stands behind the `#`; the page that sent somebody there hears it. */
export function tellReturn(hash: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(hash.replace(/^#/, ''))
  channel.close()
}

/**
 * A way to another service and back. It leads through a window of its own, so that what is typed
 * here stays; nobody tells when that window is closed, so it can be gone again at any time.
 */
export function useRoundTrip(onReturn: (news: URLSearchParams) => void) {
  const [isAway, setAway] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const hear = useEffectEvent((news: URLSearchParams) => {
    const error = news.get('error')
    setAway(false)
    setFailure(error === null ? null : (returnWords[error] ?? 'That did not work. Try again.'))
    if (error === null) onReturn(news)
  })
  useEffect(() => {
    if (!isAway) return
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }) => {
      if (typeof data === 'string') hear(new URLSearchParams(data))
    }
    return () => channel.close()
  }, [isAway])
  const leave = async (findWay: () => Promise<{ url: string }>) => {
    setFailure(null)
    // Later than the click, browsers keep windows from opening.
    const away = window.open('', '_blank')
    if (away === null) return setFailure('Your browser kept the window from opening. Allow it.')
    try {
      const { url } = await findWay()
      away.location.assign(url)
      setAway(true)
    } catch (error) {
      away.close()
      setFailure(failureWords(error))
    }
  }
  return { isAway, failure, leave }
}

const returnWords: Readonly<Partial<Record<string, string>>> = {
  access_denied: 'It wasn’t allowed there. Try again.',
  too_late: 'That took too long. Try again.',
}
