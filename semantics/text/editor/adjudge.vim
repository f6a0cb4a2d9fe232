" Vim syntax of Adjudge's programs (*.adj) and rules (*.prim).
" In ~/.vim/syntax/adjudge.vim, and in your vimrc:
"   autocmd BufRead,BufNewFile *.adj,*.prim setfiletype adjudge
if exists("b:current_syntax")
  finish
endif
syntax keyword adjudgeKeyword let in zipWith Dmap def fst snd map build inl inr case of if then else true false iterate while fold scan gather scatter total letrec vbuild length filter append vscatter roll unroll data match with and or not v onehot bigsum liter
syntax keyword adjudgeFunction abs acos acosh asin asinh atan atan2 atanh besseli beta betainc cbrt ceil const copysign cos cosh digamma div dot erf erfc erfinv exp exp2 expm1 floor fmod gammainc hypot i0 i1 imax imin int j0 j1 jn lgamma log log10 logcosh log1p log2 matvec max min mod neg normcdf polygamma pow remainder replicate round sigmoid sign sin sinh sqrt sum tan tanh tgamma toReal trunc y0 y1 yn
syntax keyword adjudgeType real Int Vec
syntax match adjudgeFact /^\(primitive\|value\|jvp\|vjp\|domain\|kink\|branch\|linear\|bilinear\|limits\|inactive\|removable\|ulps\|precision\|range\|accuracy\|sizes\|library\|any\|single\|double\)\>/
syntax match adjudgeNumber /\<\d\+\(\.\d\+\)\?\([eE][-+]\?\d\+\)\?\>/
syntax match adjudgeOperator /\(\.\*\|->\|<=\|>=\|==\|\/=\|[-+*\/^!<>=\\]\)/
syntax match adjudgeComment /--.*$/ contains=@Spell
syntax region adjudgeSizes start=/{/ end=/}/ contains=adjudgeNumber
highlight default link adjudgeKeyword Keyword
highlight default link adjudgeFunction Function
highlight default link adjudgeType Type
highlight default link adjudgeFact Statement
highlight default link adjudgeNumber Number
highlight default link adjudgeOperator Operator
highlight default link adjudgeComment Comment
highlight default link adjudgeSizes PreProc
let b:current_syntax = "adjudge"
