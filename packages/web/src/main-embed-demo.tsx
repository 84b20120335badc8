import './styles/app.css'
import { EmbedDemo } from './features/embed/embed-demo.tsx'
import { mount } from './lib/mount.tsx'

mount(<EmbedDemo />)
