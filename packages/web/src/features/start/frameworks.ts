import express from '../../../../../examples/express/package.json'
import expressServer from '../../../../../examples/express/server.mjs?raw'
import hono from '../../../../../examples/hono/package.json'
import honoServer from '../../../../../examples/hono/server.mjs?raw'
import buyRoute from '../../../../../examples/next/app/buy/route.js?raw'
import layout from '../../../../../examples/next/app/layout.jsx?raw'
import page from '../../../../../examples/next/app/page.jsx?raw'
import purchasesRoute from '../../../../../examples/next/app/purchases/route.js?raw'
import signUp from '../../../../../examples/next/app/sign-up.jsx?raw'
import webhooksRoute from '../../../../../examples/next/app/webhooks/route.js?raw'
import guildhall from '../../../../../examples/next/guildhall.js?raw'
import next from '../../../../../examples/next/package.json'
import signUpPage from '../../../../../examples/sign-up.html?raw'

/** A framework of which the repository has an example. */
export interface Framework {
  /** In the folder of the application, next to that of the server. */
  install: string
  files: readonly { name: string; code: string }[]
  start: string
}

interface Manifest {
  dependencies: Readonly<Record<string, string>>
  scripts: { start: string }
}

const adaptersFolder = '../guildhall/packages/adapters'

function installOf({ dependencies }: Manifest): string {
  const packages = Object.entries(dependencies).map(([name, version]) =>
    version.startsWith('file:') ? adaptersFolder : `${name}@${version}`,
  )
  return `npm install ${packages.join(' ')}`
}

/** In the examples one page serves two applications; here it is next to the only one. */
const ownPage = (server: string): string => server.replace("'../sign-up.html'", "'./sign-up.html'")

const withSignUpPage = (manifest: Manifest, server: string): Framework => ({
  install: installOf(manifest),
  files: [
    { name: 'server.mjs', code: ownPage(server) },
    { name: 'sign-up.html', code: signUpPage },
  ],
  start: manifest.scripts.start,
})

export const frameworks = {
  hono: withSignUpPage(hono, honoServer),
  express: withSignUpPage(express, expressServer),
  next: {
    install: installOf(next),
    files: [
      { name: 'guildhall.js', code: guildhall },
      { name: 'app/layout.jsx', code: layout },
      { name: 'app/page.jsx', code: page },
      { name: 'app/sign-up.jsx', code: signUp },
      { name: 'app/buy/route.js', code: buyRoute },
      { name: 'app/purchases/route.js', code: purchasesRoute },
      { name: 'app/webhooks/route.js', code: webhooksRoute },
    ],
    start: `npx ${next.scripts.start}`,
  },
} as const satisfies Readonly<Record<string, Framework>>
