import './styles/app.css'
import { SignInPages } from './features/sign-in/sign-in-pages.tsx'
import { loadStart } from './features/sign-in/start.ts'
import { mount } from './lib/mount.tsx'

mount(<SignInPages path={window.location.pathname} start={loadStart(window.location.search)} />)
