# SPDX-License-Identifier: GPL-3.0-or-later
# Completion for chunkwright-cli. Options come from the program's own help, ids from its lists.

_chunkwright_cli()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]:-}
    local program=${COMP_WORDS[0]} words=""
    case $previous in
        --strategy) words=$("$program" list strategies 2>/dev/null | sed -n 's/^\([a-z][a-z0-9-]*\) .*/\1/p') ;;
        --tokenizer) words="$("$program" list tokenizers 2>/dev/null | sed -n 's/^\([a-z][a-z0-9_-]*\) .*/\1/p') gpt2" ;;
        --embedding-model) words="none" ;;
        --model) words="none $("$program" list models 2>/dev/null | sed -n 's/^\([a-z0-9][a-z0-9._-]*\) .*/\1/p')" ;;
        --input) words="auto document text jsonl" ;;
        --document-format) words=$("$program" list formats 2>/dev/null | sed -n 's/^\([a-z][a-z0-9-]*\) .*/\1/p') ;;
        --offset-unit) words="byte cp utf16" ;;
        --format) words="jsonl json" ;;
        --audit-scope) words="auto run document" ;;
        --fail-on) words="never info warning error" ;;
        --audit) words="none reference default config" ;;
        --embedding-server | --max | --overlap | --parent-max | --neighbours | --jobs | --repeat | --set | --for | --format-option) return ;;
        config) words="show check fingerprint" ;;
        vectors) words="list forget" ;;
        list) words="strategies tokenizers models formats rules" ;;
    esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="chunk audit limits tokenize config list vectors bench --help --version"
    elif [[ $current == -* ]]; then
        words=$("$program" "$command" --help 2>/dev/null | grep -o '^  --[a-z-]*')
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -o default -F _chunkwright_cli chunkwright-cli
