import { linkSocial } from '@guildhall/contract/identity/social'
import { useState } from 'react'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { useToast } from '#/ui/toast.tsx'

interface ConnectButtonProps {
  providerId: string
  name: string
}

/** Redirects to the provider, which returns to this page. */
export function ConnectButton({ providerId, name }: ConnectButtonProps) {
  const [isLeaving, setLeaving] = useState(false)
  const toast = useToast()
  const connect = async () => {
    setLeaving(true)
    try {
      const page = `${window.location.origin}/account/linked-accounts`
      const { url } = await api.call(linkSocial, {
        body: {
          provider: providerId,
          callbackURL: `${page}?${new URLSearchParams({ connected: providerId })}`,
          errorCallbackURL: page,
        },
      })
      window.location.assign(url)
    } catch (error) {
      setLeaving(false)
      toast({ tone: 'bad', title: `${name} isn’t connected`, description: failureMessage(error) })
    }
  }
  return (
    <Button size="s" loading={isLeaving} onClick={connect}>
      Connect<span className="sr-only"> {name}</span>
    </Button>
  )
}
