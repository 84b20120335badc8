import { useEffect, useEffectEvent, useState } from 'react'
import { failureMessage } from './failure-message.ts'

/** The page that another service redirects back to, in a window of its own. */
export const returnPath = '/connected'

const channelName = 'guildhall.connected'

/** The result is in the URL's hash and is broadcast to the page that started the connection. */
export function reportReturn(hash: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(hash.replace(/^#/, ''))
  channel.close()
}

/**
 * Connects another service in a new window, so that form input here is kept. Closing that window
 * fires no event, so the connection can be started again at any time.
 */
export function useOAuthRedirect(onReturn: (result: URLSearchParams) => void) {
  const [isAway, setAway] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const listen = useEffectEvent((result: URLSearchParams) => {
    const error = result.get('error')
    setAway(false)
    setFailure(error === null ? null : (returnText[error] ?? 'That did not work. Try again.'))
    if (error === null) onReturn(result)
  })
  useEffect(() => {
    if (!isAway) return
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }) => {
      if (typeof data === 'string') listen(new URLSearchParams(data))
    }
    return () => channel.close()
  }, [isAway])
  const leave = async (startConnection: () => Promise<{ url: string }>) => {
    setFailure(null)
    // Browsers block windows that open later than the click.
    const away = window.open('', '_blank')
    if (away === null)
      return setFailure('Your browser blocked the pop-up window. Allow pop-ups and try again.')
    try {
      const { url } = await startConnection()
      away.location.assign(url)
      setAway(true)
    } catch (error) {
      away.close()
      setFailure(failureMessage(error))
    }
  }
  return { isAway, failure, leave }
}

const returnText: Readonly<Partial<Record<string, string>>> = {
  access_denied: 'Access was denied. Try again.',
  too_late: 'That took too long. Try again.',
}
