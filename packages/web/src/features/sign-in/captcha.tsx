import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Banner } from '#/ui/banner.tsx'
import { loadCaptcha } from './captcha-script.ts'
import type { Faults } from './submission.ts'

type Asked = NonNullable<SignInOptions['captcha']>

interface Captcha {
  /** The widget above the button; null if no captcha is configured. */
  widget: ReactNode
  /** Adds an error if the captcha is unsolved, once the fields are valid. */
  check: (faults: Faults) => Faults
  /** Sends with the captcha’s answer, which works once: after a refusal the captcha is reset. */
  spend: (send: (headers: Readonly<Record<string, string>>) => Promise<void>) => Promise<void>
}

export function useCaptcha(asked: SignInOptions['captcha']): Captcha {
  const [token, setToken] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  if (asked === null) return { widget: null, check: (faults) => faults, spend: (send) => send({}) }
  return {
    widget: <CaptchaWidget key={round} asked={asked} onToken={setToken} />,
    check: (faults) => {
      const isWaiting = token === null && Object.keys(faults.fields ?? {}).length === 0
      return isWaiting ? { ...faults, whole: 'Confirm that you’re not a robot.' } : faults
    },
    spend: async (send) => {
      try {
        await send({ 'x-captcha-response': token ?? '' })
      } catch (error) {
        setToken(null)
        setRound(round + 1)
        throw error
      }
    },
  }
}

interface CaptchaWidgetProps {
  asked: Asked
  onToken: (token: string | null) => void
}

function CaptchaWidget({ asked: { provider, siteKey }, onToken }: CaptchaWidgetProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    // Outside of React, because the provider changes the markup.
    const box = document.createElement('div')
    place.current?.append(box)
    loadCaptcha(provider).then(
      (api) => {
        if (!box.isConnected) return
        api.render(box, {
          sitekey: siteKey,
          theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
          callback: onToken,
          'expired-callback': () => onToken(null),
          'error-callback': () => setBroken(true),
        })
      },
      () => setBroken(true),
    )
    return () => box.remove()
  }, [provider, siteKey, onToken])
  return (
    <div>
      <div ref={place} className={isBroken ? 'hidden' : 'min-h-16'} />
      {isBroken && (
        <Banner tone="warn">
          The captcha couldn’t be loaded. Allow scripts from {hostOf[provider]}, then reload the
          page.
        </Banner>
      )}
    </div>
  )
}

const hostOf = {
  'cloudflare-turnstile': 'challenges.cloudflare.com',
  'google-recaptcha': 'www.google.com',
  hcaptcha: 'hcaptcha.com',
} as const satisfies Record<Asked['provider'], string>
