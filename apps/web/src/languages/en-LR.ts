import catalogue from './catalogues/en-LR.json' with { type: 'json' }
import { speak } from './speak.ts'

speak('en-LR', catalogue)
