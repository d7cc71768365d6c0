// SPDX-License-Identifier: GPL-3.0-or-later
// The work of the script peers beside this file. Every measurement is a process of its own and takes CPU time: what a
// busy machine does to the clock on the wall would otherwise be taken for a difference.
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(import.meta.url);

/** What a peer does with the text; `result` is compared or shown. */
const peers = {
    wasm(require) {
        const encoding = require('tiktoken').get_encoding('o200k_base');
        return (text) => encoding.encode_ordinary(text).length;
    },
    native(require) {
        const { getTokenizer, SupportedEncoding } = require('@anysphere/tiktoken-node');
        const tokenizer = getTokenizer();
        return (text) => tokenizer.exactNumTokensNoSpecialTokens(text, SupportedEncoding.O200k);
    },
    gpt(require) {
        const { countTokens } = require('gpt-tokenizer/encoding/o200k_base');
        const options = { disallowedSpecial: new Set() };
        return (text) => countTokens(text, options);
    },
    langchain(require) {
        const { countTokens } = require('gpt-tokenizer/encoding/o200k_base');
        const { RecursiveCharacterTextSplitter } = require('@langchain/textsplitters');
        const options = { disallowedSpecial: new Set() };
        const splitter = new RecursiveCharacterTextSplitter({
            chunkSize: 300, chunkOverlap: 45, lengthFunction: (text) => countTokens(text, options),
        });
        return async (text) => (await splitter.splitText(text)).length;
    },
};

function cpuMilliseconds(since) {
    const { user, system } = process.cpuUsage(since);
    return (user + system) / 1000;
}

/** Child: one measurement after warming up on the text's first part. */
async function measurePeer(name, modules, file) {
    const work = peers[name](createRequire(join(modules, 'here.js')));
    const text = readFileSync(file, 'utf8');
    await work(text.slice(0, 200_000));
    const start = process.cpuUsage();
    const result = await work(text);
    console.log(JSON.stringify({ ms: cpuMilliseconds(start), result }));
}

function runPeer(name, modules, file) {
    const out = execFileSync(process.execPath, [script, '--peer', name, modules, file], { encoding: 'utf8' });
    return JSON.parse(out);
}

function runOurs(cli, file) {
    const out = execFileSync(cli, ['bench', '--json', '--repeat=3', '--input=text', '--tokenizer=o200k_base',
        '--strategy=recursive-sentence,recursive-character', '--max=300,301,302', '--overlap=45', file],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    return JSON.parse(out);
}

/** Valid UTF-8 of at most `bytes` bytes, cut at a line end when there is one. */
function writeStart(file, bytes, target) {
    const size = Math.min(statSync(file).size, bytes);
    const buffer = Buffer.alloc(size);
    const descriptor = openSync(file, 'r');
    readSync(descriptor, buffer, 0, size, 0);
    closeSync(descriptor);
    let end = size;
    if (statSync(file).size > size)
        end = buffer.lastIndexOf(10) + 1 || size;
    writeFileSync(target, new TextDecoder().decode(buffer.subarray(0, end)));
    return statSync(target).size;
}

const least = (list) => Math.min(...list);
const milliseconds = (timings, kind = 'median') => timings.cpu_ns[kind] / 1e6;

function measureFile(file, settings) {
    const text = join(settings.scratch, 'text');
    const bytes = writeStart(file, settings.bytes, text);
    const taken = {};
    const results = {};
    const take = (name, ms) => (taken[name] ??= []).push(ms);
    let conditions;
    for (let round = 0; round < settings.rounds; ++round) {
        const ours = runOurs(settings.cli, text);
        conditions = ours.conditions;
        const [tokenizer] = ours.tokenizers;
        results.ours = tokenizer.tokens;
        take('count', milliseconds(tokenizer.count));
        take('cold', milliseconds(tokenizer.index_cold));
        take('warm', milliseconds(tokenizer.index_warm));
        for (const strategy of ours.strategies) {
            const tick = strategy.ticks[0];
            take(`rechunk ${strategy.strategy}`, milliseconds(tick.rechunk));
            take(`tick ${strategy.strategy}`, milliseconds(tick.tick));
            results[strategy.strategy] = tick.chunks;
        }
        for (const name of Object.keys(peers)) {
            const { ms, result } = runPeer(name, settings.modules, text);
            take(name, ms);
            results[name] = result;
        }
    }
    return { file, bytes, conditions, results, ms: Object.fromEntries(Object.entries(taken).map(([k, v]) => [k, least(v)])) };
}

function printCounting(measured) {
    console.log('\nCounting o200k_base tokens, MB/s of CPU time, one thread; in brackets how many times as fast we are\n');
    console.log('| text | MB | ours, count | ours, index cold | ours, index warm | tiktoken WASM | @anysphere/tiktoken-node | gpt-tokenizer |');
    console.log('|---|---|---|---|---|---|---|---|');
    for (const { file, bytes, ms } of measured) {
        const rate = (name) => (bytes / 1000 / ms[name]).toFixed(1);
        const peer = (name) => `${rate(name)} (${Math.round(ms[name] / ms.warm)}x)`;
        console.log(`| ${basename(file)} | ${(bytes / 1e6).toFixed(1)} | ${rate('count')} | ${rate('cold')} | ${rate('warm')} | ${
            peer('wasm')} | ${peer('native')} | ${peer('gpt')} |`);
    }
}

function printChunking(measured) {
    console.log('\nChunking again at 300/45 tokens, ms of CPU time. A tick is re-chunking, metrics, histogram and audit; the ratio is the splitter\'s time by a tick\'s\n');
    console.log('| text | @langchain/textsplitters + gpt-tokenizer | recursive-sentence: re-chunk, tick | ratio | recursive-character: re-chunk, tick | ratio |');
    console.log('|---|---|---|---|---|---|');
    for (const { file, ms } of measured) {
        const ours = (strategy) => `${ms[`rechunk ${strategy}`].toFixed(2)}, ${ms[`tick ${strategy}`].toFixed(2)} | ${
            Math.round(ms.langchain / ms[`tick ${strategy}`])}x`;
        console.log(`| ${basename(file)} | ${ms.langchain.toFixed(0)} | ${ours('recursive-sentence')} | ${ours('recursive-character')} |`);
    }
}

/** Counts are the claim; a ratio between different counts would be none. gpt-tokenizer differs on rare white space. */
function checkCounts(measured) {
    let agree = true;
    for (const { file, results } of measured) {
        for (const name of ['wasm', 'native', 'gpt']) {
            if (results[name] === results.ours)
                continue;
            console.log(`\n${basename(file)}: we count ${results.ours} tokens, ${name} counts ${results[name]}.`);
            agree = agree && name === 'gpt';
        }
    }
    return agree;
}

function main(args) {
    const [cli, modules, scratch, ...rest] = args;
    const settings = { cli, modules, scratch, bytes: 10_000_000, rounds: 3 };
    const files = [];
    while (rest.length > 0) {
        const argument = rest.shift();
        if (argument === '--bytes' || argument === '--rounds') {
            const value = Number(rest.shift());
            if (!Number.isInteger(value) || value < 1) {
                console.error(`${argument} takes a whole number from 1 on.`);
                return 2;
            }
            settings[argument.slice(2)] = value;
        } else {
            files.push(argument);
        }
    }
    const measured = files.map((file) => {
        console.error(`Measuring ${file}`);
        return measureFile(file, settings);
    });
    if (measured.length === 0) {
        console.error('Name the files to measure.');
        return 2;
    }
    const { conditions } = measured[0];
    const version = (name) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
    console.log(`${conditions.program} (${conditions.build_type}, ${conditions.compiler}), node ${process.version}, ${
        ['tiktoken', '@anysphere/tiktoken-node', 'gpt-tokenizer', '@langchain/textsplitters'].map((name) => `${name} ${version(name)}`).join(', ')}`);
    console.log(`${cpus()[0].model}, ${cpus().length} processors, load average ${loadavg()[0].toFixed(1)}; best of ${settings.rounds} rounds, by turns; ${new Date().toISOString().slice(0, 10)}`);
    printCounting(measured);
    printChunking(measured);
    return checkCounts(measured) ? 0 : 1;
}

if (process.argv[2] === '--peer')
    await measurePeer(process.argv[3], process.argv[4], process.argv[5]);
else
    process.exitCode = main(process.argv.slice(2));
