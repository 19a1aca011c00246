import catalogue from './catalogues/kri.json' with { type: 'json' }
import { speak } from './speak.ts'

speak('kri', catalogue)
