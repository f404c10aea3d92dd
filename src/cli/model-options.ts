/** The options that say how entities are found, of all commands that find them. */
import { type Command, Option } from 'commander';
import { MECHANISMS } from '../pipeline/mechanisms.ts';
import { names, tolerance, whole } from './options.ts';
import { concentration, distortionPrior, individuals, temperature } from './resolve-options.ts';
import { withoutOption } from './without.ts';

/** Adds them to a command. */
export function withModelOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--engine <name>',
        'vb clusters records, smered draws clusters, em joins matching pairs (default: vb)',
      ).choices(['vb', 'smered', 'em']),
    )
    .option('--K <n>', 'number of latent individuals, or auto to learn it (default: auto)', individuals)
    .addOption(
      new Option(
        '--model <name>',
        "noisy: EM's levels; categorical: the papers' models (default: noisy, of smered categorical)",
      ).choices(['noisy', 'categorical']),
    )
    .addOption(
      new Option(
        '--inference <name>',
        "collapsed search, or cavi: the paper's coordinate ascent (default: collapsed)",
      ).choices(['collapsed', 'cavi']),
    )
    .option('--A <x>', 'hyperparameter of the categorical model (default: 0.1)', concentration)
    .addOption(
      new Option('--base <name>', 'base measure of the categorical model (default: empirical)').choices([
        'uniform',
        'empirical',
      ]),
    )
    .option('--restarts <n>', 'random starts of cavi (default: none)', whole('--restarts', 1))
    .option('--annealing <t>', 'temperature at which cavi begins (default: 1, none)', temperature)
    .option('--unique-within <files>', 'files without duplicates inside, or all, none (default: auto)', names)
    .option(
      '--samples <n>',
      'draws from the posterior of the entities (default: none, of smered 500)',
      whole('--samples', 1),
    )
    .option('--chains <n>', 'chains of smered (default: 2)', whole('--chains', 1))
    .option('--burn-in <n>', 'sweeps of smered before the first draw (default: 100)', whole('--burn-in', 0))
    .option('--thinning <n>', 'sweeps from one draw to the next (default: 2)', whole('--thinning', 1))
    .option('--distortion-prior <a,b>', 'Beta prior of distorted values (default: 5,100)', distortionPrior)
    .option('--no-term-frequency', 'let equal values count the same, rare or common')
    .addOption(withoutOption(MECHANISMS))
    .option('--max-iterations <n>', 'most iterations of EM (default: 1000)', whole('--max-iterations', 0))
    .option('--tolerance <x>', 'change of the parameters at which EM stops (default: 1e-9)', tolerance);
}
